import { expect, it } from 'vitest'
import { withoutTokens } from './without-tokens.ts'

it.each([
  ['/p/4f1c', '/p/***'],
  ['/p/4f1c/Invoices/start', '/p/***'],
  ['//p//4f1c\n5', '//p/***'],
  ['/P/4f1c', '/P/***'],
  ['/functions/v1/ping/4f1c/fail', '/functions/v1/ping/***'],
  ['/rest/v1/systems/cairn_4f1c', '/rest/v1/systems/cairn_***'],
  ['/rest/v1/CAIRN%5f4f1c/name', '/rest/v1/cairn_***/name'],
  ['/found/cairn_src_4f1c', '/found/cairn_***'],
  ['/p/', '/p/'],
  ['/functions/v1/found', '/functions/v1/found'],
  ['/people/4f1c', '/people/4f1c'],
  ['/rest/v1/rpc/ping', '/rest/v1/rpc/ping'],
])('%s', (path, expected) => {
  expect(withoutTokens(path)).toBe(expected)
})
