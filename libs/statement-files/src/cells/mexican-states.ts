import { foldText } from '../text/fold-text.js';

/** Folded names and common abbreviations of the Mexican states, from ISO 3166-2:MX. */
const STATES = new Set(
  (
    'aguascalientes,ags,baja california,bc,baja california norte,bcn,baja california sur,bcs,campeche,camp,chiapas,chis,chihuahua,chih,' +
    'ciudad de mexico,cdmx,cd de mexico,distrito federal,df,coahuila,coahuila de zaragoza,coah,colima,col,durango,dgo,' +
    'estado de mexico,edo mex,edo de mexico,edomex,mexico,mex,guanajuato,gto,guerrero,gro,hidalgo,hgo,jalisco,jal,' +
    'michoacan,michoacan de ocampo,mich,morelos,mor,nayarit,nay,nuevo leon,nl,oaxaca,oax,puebla,pue,queretaro,qro,' +
    'quintana roo,qroo,q roo,san luis potosi,slp,sinaloa,sin,sonora,son,tabasco,tab,tamaulipas,tamps,tlaxcala,tlax,' +
    'veracruz,veracruz de ignacio de la llave,ver,yucatan,yuc,zacatecas,zac'
  ).split(','),
);

const POSTAL_CODE = /^\s*(?!OK|SI|NO)[A-Z]{2}\s*$/;

/** True if a column with the heading Estado or State contains Mexican states rather than booking states. */
export function areRegions(cells: Iterable<string>): boolean {
  let named = 0;
  for (const cell of cells) {
    const text = foldText(cell.slice(0, 60)).replaceAll('.', '').trim();
    if (text === '') continue;
    if (!STATES.has(text) && !POSTAL_CODE.test(cell)) return false;
    named += 1;
  }
  return named > 0;
}
