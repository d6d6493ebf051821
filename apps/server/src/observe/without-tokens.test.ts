import { expect, it } from 'vitest'
import { withoutSecrets, withoutTokens } from './without-tokens.ts'

it.each([
  ['/p/4f1c', '/p/***'],
  ['/p/4f1c/Invoices/start', '/p/***'],
  ['//p//4f1c\n5', '//p/***'],
  ['/P/4f1c', '/P/***'],
  ['/calendar/4f1c.ics', '/calendar/***'],
  ['/functions/v1/ping/4f1c/fail', '/functions/v1/ping/***'],
  ['/rest/v1/systems/cairn_4f1c', '/rest/v1/systems/cairn_***'],
  ['/rest/v1/CAIRN%5f4f1c/name', '/rest/v1/cairn_***/name'],
  ['/functions//v1/ping//4f1c', '/functions//v1/ping/***'],
  ['/%66unctions/v1/pin%67/4f1c', '/functions/v1/ping/***'],
  ['/%70/4f1c', '/p/***'],
  ['/%2570/4f1c', '/p/***'],
  ['/a%20b/100%', '/a%20b/100%'],
  ['/found/cairn_src_4f1c', '/found/cairn_***'],
  ['/p/', '/p/'],
  ['/functions/v1/found', '/functions/v1/found'],
  ['/people/4f1c', '/people/4f1c'],
  ['/rest/v1/rpc/ping', '/rest/v1/rpc/ping'],
])('%s', (path, expected) => {
  expect(withoutTokens(path)).toBe(expected)
})

const ADDRESS = '0123456789abcdef0123456789ABCDEF'
const encoded = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')

it.each([
  ['in a place of no meaning', `/x/${ADDRESS}/y`, '/x/***/y'],
  ['behind another name', `/x${ADDRESS}`, '/x***'],
  ['encoded', `/x/${encoded(ADDRESS)}`, '/x/***'],
  ['encoded in part', `/x/${encoded(ADDRESS.slice(0, 9))}${ADDRESS.slice(9)}`, '/x/***'],
  ['encoded twice', `/x/${encoded(encoded(ADDRESS))}`, '/x/***'],
  ['behind an encoded slash', `/x%2F${ADDRESS}`, '/x/***'],
  ['behind dots', `/./x/../p2/${ADDRESS}`, '/./x/../p2/***'],
  ['as a matrix parameter', `/x;a=${ADDRESS}`, '/x;a=***'],
])('a secret address is no part of a path %s', (_, path, expected) => {
  expect(withoutTokens(path)).toBe(expected)
})

it.each([
  [
    `Invalid URL: https://cairn.example/p/${ADDRESS}/start?rid=1`,
    'Invalid URL: https://cairn.example/p/***/start?rid=1',
  ],
  [`no route for //p/${encoded(ADDRESS)}`, 'no route for //p/***'],
  [`token cairn_${'ab12'.repeat(12)} is unknown`, 'token cairn_*** is unknown'],
  [`CAIRN_SRC_${'ab12'.repeat(16)}`, 'cairn_***'],
  [
    'column "cairn_name" of 0123456789abcdef is 50% wide',
    'column "cairn_name" of 0123456789abcdef is 50% wide',
  ],
  [
    'record 6f2b9c1e-8a47-4d0e-9b1a-3c5d7e9f0a1b is gone',
    'record 6f2b9c1e-8a47-4d0e-9b1a-3c5d7e9f0a1b is gone',
  ],
])('%s', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected)
})
