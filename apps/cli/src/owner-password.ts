import { passwordFault } from '@app/identity';
import { CommandFailed } from './failure.js';

/** @throws CommandFailed if the password is little more than one of the owner's names */
export function ownersPassword(password: string, names: readonly string[]): string {
  if (passwordFault(password, names) === null) return password;
  throw new CommandFailed('The password is too similar to the name or email of its owner. Choose another one.');
}
