import { build } from 'esbuild';
import { caller, startAlone } from './servers.mjs';

const SEED = 20261205;
const HOUSEHOLDS = 12;
const BATCH = 500;
/**
 * Share of a suggestion's transactions that must belong to one recurring payment with the same rhythm. Otherwise, the
 * suggestion is wrong.
 */
const SHARE_OF_PAYMENT = 0.75;

/** Measures the precision and recall of suggestions for households with known recurring payments. */
export async function suggestions() {
  const aHistory = await historyMaker();
  const { service, makeWorkspace, stop } = await startAlone();
  try {
    let [suggested, right, truths, matched] = [0, 0, 0, 0];
    for (let n = 0; n < HOUSEHOLDS; n += 1) {
      const { key } = await makeWorkspace(`household-${n}`);
      const call = caller(service, key);
      const { entries, truth } = aHistory(SEED + n, new Date().toISOString().slice(0, 10));
      const paymentOf = await enter(call, entries);
      const judged = (await call('GET', '/v1/schedules/suggestions')).items.map((suggestion) =>
        meant(suggestion, paymentOf),
      );
      suggested += judged.length;
      right += judged.filter((payment) => payment !== null).length;
      truths += truth.length;
      matched += truth.filter((payment) => judged.includes(payment)).length;
    }
    const ratioText = (share, of) => `${share} of ${of}`;
    return [
      figureOf(
        `schedules suggested to ${HOUSEHOLDS} households: precision, ${ratioText(right, suggested)}`,
        right / suggested,
        [0.95, 0.99],
      ),
      figureOf(
        `schedules suggested to ${HOUSEHOLDS} households: recall, ${ratioText(matched, truths)}`,
        matched / truths,
        [0.9, 0.97],
      ),
    ];
  } finally {
    await stop();
  }
}

async function enter(call, entries) {
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Cuenta', typeId: 'checking' });
  const paymentOf = new Map();
  for (let at = 0; at < entries.length; at += BATCH) {
    const some = entries.slice(at, at + BATCH);
    const operations = some.map(({ merchant, type, date, amount }) => ({
      ...{ op: 'create', accountId, type, date, description: merchant },
      amount: `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`,
    }));
    const { results } = await call('POST', '/v1/transactions/batch', { operations });
    results.forEach(({ id }, n) => paymentOf.set(id, some[n].payment));
  }
  return paymentOf;
}

function meant({ transactionIds, recurrence }, paymentOf) {
  const payments = transactionIds.map((id) => paymentOf.get(id));
  for (const payment of new Set(payments)) {
    if (payment === null || payment.every !== recurrence.every) continue;
    const own = payments.filter((candidate) => candidate === payment).length;
    if (own >= payments.length * SHARE_OF_PAYMENT) return payment;
  }
  return null;
}

function figureOf(figure, ratio, [pass, goal]) {
  return { figure, better: 'more', pass, goal, ratio, one: null, other: null };
}

async function historyMaker() {
  const { outputFiles } = await build({
    entryPoints: ['libs/planning/test/histories.ts'],
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node24' },
    alias: { '@app/kernel/pure': './libs/kernel/src/pure.ts' },
  });
  const { aHistory } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return aHistory;
}
