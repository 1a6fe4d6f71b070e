import { passwordFault } from '@app/identity';
import { CommandFailed } from './failure.js';

/** Returns the password. @throws CommandFailed if it is too similar to one of the owner's names */
export function ownersPassword(password: string, names: readonly string[]): string {
  if (passwordFault(password, names) === null) return password;
  throw new CommandFailed('The password is too similar to the name or email of its owner. Choose another one.');
}
