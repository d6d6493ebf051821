import { expect, it } from 'vitest'
import { withoutAddresses } from './without-addresses.ts'

it.each([
  [
    "Can't send mail - all recipients were rejected: 550 5.1.1 <ada.l+x@acme.example>: Recipient address rejected",
    "Can't send mail - all recipients were rejected: 550 5.1.1 <<address>>: Recipient address rejected",
  ],
  ['550 no "Ada Lovelace"@acme.example here', '550 no <address> here'],
  [
    'to jürgen@bücher.example, to root@localhost; to me@[192.0.2.1]',
    'to <address>, to <address>; to <address>',
  ],
  ['at send (/app/node_modules/@scope/name/x.js:1:2)', 'at send (/app/node_modules/@scope/name/x.js:1:2)'],
  ['no address @ all', 'no address @ all'],
])('%s', (text, expected) => {
  expect(withoutAddresses(text)).toBe(expected)
})
