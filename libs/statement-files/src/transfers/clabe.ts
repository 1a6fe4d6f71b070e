/** Banks by the first three digits of the CLABE. Source: Banxico, list of SPEI participants. */
const PARTICIPANTS: Readonly<Record<string, string>> = {
  '001': 'BANXICO',
  '002': 'BANAMEX',
  '006': 'BANCOMEXT',
  '009': 'BANOBRAS',
  '012': 'BBVA MEXICO',
  '014': 'SANTANDER',
  '019': 'BANJERCITO',
  '021': 'HSBC',
  '030': 'BAJIO',
  '036': 'INBURSA',
  '042': 'MIFEL',
  '044': 'SCOTIABANK',
  '058': 'BANREGIO',
  '059': 'INVEX',
  '060': 'BANSI',
  '062': 'AFIRME',
  '072': 'BANORTE',
  '106': 'BANK OF AMERICA',
  '108': 'MUFG',
  '110': 'JP MORGAN',
  '112': 'BMONEX',
  '113': 'VE POR MAS',
  '124': 'CITI MEXICO',
  '127': 'AZTECA',
  '128': 'KAPITAL',
  '129': 'BARCLAYS',
  '130': 'COMPARTAMOS',
  '132': 'MULTIVA BANCO',
  '133': 'ACTINVER',
  '135': 'NAFIN',
  '136': 'INTERCAM BANCO',
  '137': 'BANCOPPEL',
  '138': 'UALA',
  '140': 'CONSUBANCO',
  '141': 'VOLKSWAGEN',
  '143': 'CIBANCO',
  '145': 'BBASE',
  '147': 'BANKAOOL',
  '148': 'PAGATODO',
  '150': 'INMOBILIARIO',
  '151': 'DONDE',
  '152': 'BANCREA',
  '154': 'BANCO COVALTO',
  '155': 'ICBC',
  '156': 'SABADELL',
  '157': 'SHINHAN',
  '158': 'MIZUHO BANK',
  '159': 'BANK OF CHINA',
  '160': 'BANCO S3',
  '166': 'BABIEN',
  '168': 'HIPOTECARIA FED',
  '600': 'MONEXCB',
  '601': 'GBM',
  '602': 'MASARI',
  '605': 'VALUE',
  '616': 'FINAMEX',
  '617': 'VALMEX',
  '620': 'PROFUTURO',
  '630': 'CB INTERCAM',
  '631': 'CI BOLSA',
  '634': 'FINCOMUN',
  '638': 'NU MEXICO',
  '646': 'STP',
  '652': 'CREDICAPITAL',
  '653': 'KUSPIT',
  '656': 'UNAGRA',
  '659': 'ASP INTEGRA OPC',
  '661': 'KLAR',
  '670': 'LIBERTAD',
  '677': 'CAJA POP MEXICA',
  '680': 'CRISTOBAL COLON',
  '683': 'CAJA TELEFONIST',
  '684': 'TRANSFER',
  '685': 'FONDO (FIRA)',
  '699': 'FONDEADORA',
  '703': 'TESORED',
  '706': 'ARCUS FI',
  '710': 'NVIO',
  '715': 'CASHI CUENTA',
  '722': 'MERCADO PAGO W',
  '723': 'CUENCA',
  '728': 'SPIN BY OXXO',
  '730': 'SWAP',
  '732': 'PEIBO',
  '734': 'FINCO PAY',
  '901': 'CLS',
  '902': 'INDEVAL',
};

/** Weights of the digits. The last digits of the products and the check digit add up to a multiple of ten. */
const WEIGHTS = [3, 7, 1] as const;

export function isClabe(digits: string): boolean {
  if (!/^\d{18}$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < 17; at += 1) sum += (Number(digits[at]) * WEIGHTS[at % 3]!) % 10;
  return (10 - (sum % 10)) % 10 === Number(digits[17]);
}

export function participant(code: string): string | null {
  return Object.hasOwn(PARTICIPANTS, code) ? PARTICIPANTS[code]! : null;
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  bbva: '012',
  'bbva bancomer': '012',
  bancomer: '012',
  citibanamex: '002',
  banbajio: '030',
  'banco del bajio': '030',
  'banco azteca': '127',
  nu: '638',
  'mercado pago': '722',
  multiva: '132',
  monex: '112',
  'hey banco': '058',
};

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PARTICIPANTS).map(([code, name]) => [name.toLowerCase(), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

const MAX_NAME_WORDS = 3;

/**
 * Returns the participant whose name the text begins with, such as BANORTE for `banorte pago de renta`. Prefers longer
 * names.
 */
export function participantNamed(words: readonly string[]): string | null {
  for (let length = Math.min(MAX_NAME_WORDS, words.length); length > 0; length -= 1) {
    const code = CODES_BY_NAME.get(words.slice(0, length).join(' '));
    if (code !== undefined) return PARTICIPANTS[code]!;
  }
  return null;
}
