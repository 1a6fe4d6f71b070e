export type { OutboundNetwork } from './outbound-url.js';
export { readOutboundUrl } from './outbound-url.js';
export type { OutboundAnswer, OutboundRequest } from './send-request.service.js';
export { OutboundFailed, sendRequest } from './send-request.service.js';
