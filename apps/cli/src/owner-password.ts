import { passwordFault } from '@app/identity';
import { CommandFailed } from './failure.js';

/**
 * A password that an administrator gives, which may not be little more than what its owner is called.
 * @param names names of the owner that others may know
 * @throws CommandFailed where it is
 */
export function ownersPassword(password: string, names: readonly string[]): string {
  if (passwordFault(password, names) === null) return password;
  throw new CommandFailed('The password is little more than the name or the e-mail of its owner. Choose another.');
}
