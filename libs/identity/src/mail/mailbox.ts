const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Returns an address that is the same for all spellings of a mailbox: in lower case, without a `+tag`, and for Gmail
 * without dots. Use it for counters only, because some providers deliver tagged addresses to other mailboxes.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()];
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return GMAIL.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
