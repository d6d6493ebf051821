import { expect, it } from 'vitest'
import { routeClass } from './route-class.ts'

it.each([
  ['/auth/v1/token', 'auth token'],
  ['/auth/v1/factors/7d9b/verify', 'auth factors'],
  ['/auth/v1/nobody-knows-this', 'auth other'],
  ['/auth/v1/', 'auth other'],
  ['/rest/v1/systems', 'rest'],
  ['/rest/v1/no_such_table', 'rest'],
  ['/rest/v1/rpc/my_gaps', 'rest rpc'],
  ['/functions/v1/send-invitation', 'functions'],
  ['/mcp', 'mcp'],
  ['/p/…', 'heartbeats'],
  ['/calendar/…', 'calendars'],
  ['/assets/index-3f2a.js', 'assets'],
  ['/.well-known/oauth-authorization-server', 'well-known'],
  ['/readyz', 'health'],
  ['/systems/3b1c', 'pages'],
  ['/', 'pages'],
])('%s is of the class %s', (path, expected) => {
  expect(routeClass(path)).toBe(expected)
})

it('has few classes, whatever is asked for', () => {
  const paths = Array.from({ length: 1_000 }, (_, number) => [
    `/auth/v1/${number}`,
    `/rest/v1/${number}`,
    `/rest/v1/rpc/${number}`,
    `/${number}`,
  ]).flat()
  expect(new Set(paths.map(routeClass)).size).toBe(4)
})
