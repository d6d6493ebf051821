import { describe, expect, it } from 'vitest'
import { pageWithConfig } from './web-app.ts'

const HTML = '<head><meta name="cairn-config" content="" /></head>'

describe('pageWithConfig', () => {
  it('fills in the configuration as an attribute', () => {
    expect(
      pageWithConfig(HTML, { url: null, key: 'sb_publishable_x', sendsMail: false, outbox: '/outbox' }),
    ).toBe(
      '<head><meta name="cairn-config" content="{&quot;url&quot;:null,&quot;key&quot;:&quot;sb_publishable_x&quot;,&quot;sendsMail&quot;:false,&quot;outbox&quot;:&quot;/outbox&quot;}" /></head>',
    )
  })

  it('lets no value out of the attribute, nor gives "$" a meaning', () => {
    const page = pageWithConfig(HTML, {
      url: `"><script>alert('$&')</script>`,
      key: '&',
      sendsMail: true,
      outbox: null,
    })
    expect(page).not.toContain('<script>')
    expect(page).toContain('&quot;&gt;'.replace('&gt;', '>'))
    expect(page).toContain("alert('$&amp;')")
  })
})
