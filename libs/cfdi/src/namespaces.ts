export const CFDI = 'http://www.sat.gob.mx/cfd/4';
export const STAMP = 'http://www.sat.gob.mx/TimbreFiscalDigital';
export const PAYROLL = 'http://www.sat.gob.mx/nomina12';
export const PAYMENTS = 'http://www.sat.gob.mx/Pagos20';
export const LOCAL_TAXES = 'http://www.sat.gob.mx/implocal';
export const AIRLINES = 'http://www.sat.gob.mx/aerolineas';
