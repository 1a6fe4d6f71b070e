import { expect, it } from '@jest/globals';
import { UploadBudget } from './upload-budget.js';

const MIB = 1024 * 1024;

it('lets in as many files as there is room for, the others in their order, and small ones always', async () => {
  const room = new UploadBudget();
  const inside: string[] = [];
  const enter = async (name: string, mebibytes: number) => {
    const leave = await room.enter(mebibytes * MIB);
    inside.push(name);
    return leave;
  };
  const [a, b] = [enter('a', 100), enter('b', 28)];
  const [c, d] = [enter('c', 50), enter('d', 20)];
  await enter('small', 0.5);
  expect(inside).toEqual(['a', 'b', 'small']);
  const leaveB = await b;
  leaveB();
  leaveB();
  await enter('small', 0.5);
  // There would be room for d, which came after c.
  expect(inside).toEqual(['a', 'b', 'small', 'small']);
  (await a)();
  await Promise.all([c, d]);
  expect(inside.slice(4)).toEqual(['c', 'd']);
});
