import type { AuthSettings } from '@cairn/auth/options'
import { templatesOf } from '@cairn/auth/templates'
import { createSealer } from '@cairn/auth/tokens/sealing'
import type { Secret } from '@cairn/auth/tokens/secrets'
import { createDelivery, type Delivery, type DeliveryOptions } from '@cairn/delivery/delivery'
import type { MailTemplatesByLanguage } from '@cairn/delivery/port/templates'

type Given = Pick<DeliveryOptions, 'database' | 'publicUrl' | 'mail' | 'twilio' | 'observe'>

interface OpenedWith extends Given {
  /** Queued messages are encrypted under it. */
  secret: Secret
  accounts: AuthSettings
  /** The product's own mails. */
  notices: MailTemplatesByLanguage
}

/** Opens mail and SMS with all that is sent: the messages of accounts, and the product's own mails. */
export function openDelivery({ secret, accounts, notices, ...given }: OpenedWith): Delivery {
  const { mails, sms } = templatesOf(accounts)
  const mailTemplates = Object.fromEntries(
    Object.entries(mails).map(([language, named]) => [language, { ...notices[language], ...named }]),
  )
  return createDelivery({
    ...given,
    sealer: createSealer(secret, 'queued mail'),
    mailTemplates,
    smsTemplates: sms,
  })
}
