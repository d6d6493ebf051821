import { describe, expect, test } from 'vitest'
import { automationLink } from './automation-link.ts'

const hostOf = (source: string, webhookUrl = '') => automationLink({ source, webhookUrl })?.host

describe('automationLink', () => {
  test('[AUTO-04] a Zap leads to its webhook', () => {
    expect(automationLink({ source: 'Zapier', webhookUrl: 'https://hooks.zapier.com/x?y=1' })?.href).toBe(
      'https://hooks.zapier.com/x?y=1',
    )
  })

  test.each(['', 'http://hooks.zapier.com/x', 'javascript:alert(1)', '//evil.test', 'https://a@evil.test/'])(
    '[AUTO-05] a Zap leads to the dashboard instead of %o',
    (webhookUrl) => {
      expect(hostOf('Zapier', webhookUrl)).toBe('zapier.com')
    },
  )

  test('[AUTO-06, 07] flows of the other two lead to the site of their provider, whatever is stored', () => {
    expect(hostOf('Power Automate', 'https://evil.test/')).toBe('make.powerautomate.com')
    expect(hostOf('Make.com', 'https://evil.test/')).toBe('www.make.com')
  })

  test('any other leads nowhere', () => {
    expect(hostOf('Other', 'https://example.com/')).toBeUndefined()
  })
})
