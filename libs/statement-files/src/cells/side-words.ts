/** Folded words for debit and credit in about thirty languages. */
const DEBIT =
  'cargos? retiros? debe d.?bitos? egresos? salidas? gastos? compras? consumos? enviad[oa]s? pagad[oa]s? negativ[oa]s? ' +
  'debits? withdrawals? withdrawn charges? expenses? outflows? outgoing spent sent dr db ' +
  'soll lastschrift(?:en)? belastung(?:en)? ausgaben? ausgang abbuchung(?:en)? auszahlung(?:en)? ' +
  'depenses? sorties? retraits? paiements? uscit[ae] addebit[oi] dare saidas? saques? despesas? pagamentos? ' +
  'uitgaven uitgaand debet wydatki wydatek obci[aą][zż]eni[ae] wyp[lł]at[ay] kiad.s terhel.s vydaje v.daj odchoz. ' +
  'utgifter uttag udgifter debetas i[sš]laidos расходы? списани[ея] дебет 支出 出金 출금 ' +
  'h.vet tililta carrecs? kimenok? debets? deebet isplat[ae] breme dugovno duguje odlivi? rashodi? trosak borc giden gider(?:ler)? cikan harcama(?:lar)? ' +
  'χρεωσ(?:η|εις) plati(?:t|ti) cheltuieli retrager[ei] velotus otto otot izdevumi vaeljaminek дебит розхід видатки витрат[аи] ' +
  'gjold חובה 支払 支払い 支払い金額 お支払金額 引出 お引出し 转出 借方 借 찾으신금액 exp';
const CREDIT =
  'abonos? dep.?sitos? haber cr.?ditos? ingresos? entradas? recibid[oa]s? positiv[oa]s? ' +
  'credits? deposits? deposited inflows? incoming income received cr ' +
  'haben gutschrift(?:en)? einnahmen? eingang einzahlung(?:en)? recettes? entrees? versements? entrat[ae] accredit[oi] ' +
  'avere recebimentos? receitas? inkomsten inkomend wp[lł]yw[y]? uznani[ae] wp[lł]at[ay] bev.tel j.v..r.s prijmy p.ijem ' +
  'p.ichoz. inkomster ins.ttning(?:ar)? indt.gter kreditas pajamos приход пополнени[ея] поступлени[ея] 收入 入金 입금 зачислени[ея] кредит ' +
  'indsat tilille abonaments? bejovok? kredit kredits kreedit uplat[ae] dobro potrazuje prilivi? prihodi? alacak gelen gelir(?:ler)? yatan ' +
  'πιστωσ(?:η|εις) incasari venituri depuneri hyvitys pano panot ienakumi надходження зарахування доходи? ' +
  'tekjur זכות 預かり金額 お預り金額 預入 お預入れ 转入 贷方 贷 맡기신금액 inc';

/** Common short words. They name a side only if the text has no other words. */
const SHORT_DEBIT = 'out af ki ut ud uit';
const SHORT_CREDIT = 'in inn bij be ind';

// eslint-disable-next-line no-restricted-syntax -- built from constants only
const anyOf = (words: string) => new RegExp(`^(?:${folded(words).replaceAll(' ', '|')})$`, 'u');

function folded(words: string): string {
  return words.normalize('NFD').replace(/\p{M}+/gu, '');
}

const DEBIT_WORD = anyOf(DEBIT);
const CREDIT_WORD = anyOf(CREDIT);
const SHORT_DEBIT_WORD = anyOf(SHORT_DEBIT);
const SHORT_CREDIT_WORD = anyOf(SHORT_CREDIT);

/** Returns the sides that a folded text names. `cargo abono`, `af bij` and `bevetel kiadas` name both sides. */
export function sidesNamed(text: string): { readonly debit: boolean; readonly credit: boolean } {
  const words = text.split(' ');
  const debit =
    words.some((word) => DEBIT_WORD.test(word)) ||
    /^(?:(?:paid|money|funds?|amount|payments?) out|ut fra|ut av)\b/.test(text);
  const credit =
    words.some((word) => CREDIT_WORD.test(word)) ||
    /^(?:(?:paid|money|funds?|amount|payments?) in|inn p.)\b/.test(text);
  if (debit || credit || !words.every((word) => SHORT_DEBIT_WORD.test(word) || SHORT_CREDIT_WORD.test(word))) {
    return { debit, credit };
  }
  return {
    debit: words.some((word) => SHORT_DEBIT_WORD.test(word)),
    credit: words.some((w) => SHORT_CREDIT_WORD.test(w)),
  };
}
