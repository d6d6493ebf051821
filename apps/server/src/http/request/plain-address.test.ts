import { expect, it } from 'vitest'
import { isPlainTarget } from './plain-address.ts'

it.each([
  '/rest/v1/systems?name=eq.%41//..',
  '/rest/v1/',
  '/rest/v1/rpc/find_records',
  '/rest/v1/my%20table',
  '/auth/v1/admin/oauth/clients/https%3A%2F%2Fapp.example%2Fclient.json',
])('%s is plain', (target) => {
  expect(isPlainTarget(target)).toBe(true)
})

it.each([
  '//rest/v1/systems',
  '/rest//v1/systems',
  '/rest/v1//rpc/find_records',
  '/rest/v1/rp%63/find_records',
  '/rest/v%31/systems',
  '/rest/v1/./systems',
  '/rest/v1/x/../systems',
  '/rest/v1/systems/..',
  '/rest/v1/x/%2e%2E/systems',
  '/rest/v1/systems%',
  '/rest/v1/%5Fsystems',
  'http://cairn.example/rest/v1/systems',
])('%s is written otherwise', (target) => {
  expect(isPlainTarget(target)).toBe(false)
})
