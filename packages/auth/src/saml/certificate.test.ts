import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKeyAndCertificate } from './certificate.ts'

test('a certificate is read and verified by another implementation, and belongs to its key', async () => {
  const { privateKey, certificate } = await makeKeyAndCertificate('cairn.test')
  const read = new X509Certificate(certificate)
  expect(read.subject).toBe('CN=cairn.test')
  expect(read.issuer).toBe('CN=cairn.test')
  expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(new Date(read.validTo).getUTCFullYear()).toBe(9999)
  expect(new Date(read.validFrom).getTime()).toBeLessThan(Date.now())
})
