import type { CategoryKind } from './category-tree.js';

export const STARTER_CATEGORIES: Readonly<Record<CategoryKind, Readonly<Record<string, readonly string[]>>>> = {
  expense: {
    Vivienda: ['Renta', 'Hipoteca', 'Mantenimiento', 'Predial'],
    Servicios: ['Luz', 'Agua', 'Gas', 'Internet y telefonía', 'Streaming'],
    Alimentación: ['Supermercado', 'Restaurantes', 'Cafeterías', 'Tienda de la esquina'],
    Transporte: ['Gasolina', 'Transporte público', 'Taxi y aplicaciones', 'Casetas y estacionamiento', 'Taller'],
    Salud: ['Médicos', 'Farmacia', 'Seguro médico', 'Gimnasio'],
    Educación: ['Colegiaturas', 'Cursos', 'Libros y útiles'],
    Compras: ['Ropa y calzado', 'Hogar', 'Electrónica', 'Regalos'],
    Entretenimiento: ['Cine y espectáculos', 'Viajes', 'Pasatiempos'],
    Familia: ['Hijos', 'Mascotas', 'Apoyo a familiares'],
    Finanzas: ['Comisiones', 'Intereses', 'Seguros'],
    Impuestos: ['ISR', 'IVA', 'Tenencia y verificación'],
    'Otros gastos': [],
  },
  income: {
    Sueldo: ['Nómina', 'Aguinaldo', 'PTU', 'Vales de despensa'],
    Negocio: ['Honorarios', 'Ventas'],
    Rendimientos: ['Intereses ganados', 'Dividendos', 'Rentas cobradas'],
    Reembolsos: [],
    'Regalos recibidos': [],
    'Otros ingresos': [],
  },
};
