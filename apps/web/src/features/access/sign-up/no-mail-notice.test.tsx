import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { ConfigProvider, readConfig } from '@/lib/config.ts'
import { OutboxHint } from '../outbox-hint.tsx'
import { NoMailNotice } from './no-mail-notice.tsx'

startTranslations()

function shown(config: object): string {
  return renderToStaticMarkup(
    <ConfigProvider value={readConfig(JSON.stringify(config), 'https://app.test')}>
      <NoMailNotice />
      <OutboxHint />
    </ConfigProvider>,
  )
}

describe('an installation without a mail server', () => {
  it('tells a visitor from elsewhere before signing up that no message will come, and whom to ask', () => {
    const text = shown({ sendsMail: false, outbox: null })
    expect(text).toContain('you will not get the message that activates your account')
    expect(text).toContain('Ask the person who runs it')
    expect(text).not.toContain('href')
  })

  it('leads a person at its machine to the outbox', () => {
    const text = shown({ sendsMail: false, outbox: '/outbox' })
    expect(text).toContain('href="/outbox"')
    expect(text).not.toContain('you will not get the message')
  })
})

it('an installation that sends mail says nothing of it', () => {
  expect(shown({ sendsMail: true, outbox: null })).toBe('')
})
