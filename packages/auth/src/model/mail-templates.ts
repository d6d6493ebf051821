import type { MailTemplate } from '@cairn/delivery/port/templates'

/** The mails that accounts need. */
export interface MailTemplates {
  confirmation: MailTemplate
  /** To the owner of an address with an account, after another sign-up with it. */
  existingAccount: MailTemplate
  invite: MailTemplate
  magicLink: MailTemplate
  recovery: MailTemplate
  /** To both addresses. */
  emailChange: MailTemplate
  reauthentication: MailTemplate
  /** To the owner, about a change of the ways into the account. */
  securityChange: MailTemplate
}

export type TemplateName = keyof MailTemplates
