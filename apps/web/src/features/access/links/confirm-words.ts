import type { TFunction } from 'i18next'

/** The words of the page behind a mail link before the link is redeemed. */
export interface ConfirmWords {
  title: string
  text: string
  action: string
  /** For a person who did not expect the mail. */
  note: string
}

/** The words for each type of link. An unknown type reads like a confirmation, and the server refuses it. */
export function confirmWords(type: string, t: TFunction): ConfirmWords {
  switch (type) {
    case 'recovery':
      return {
        title: t('Set a new password'),
        text: t('One click, and you can choose it.'),
        action: t('Continue'),
        note: t('If you did not ask for this, close this page. Your password stays as it is.'),
      }
    case 'email':
    case 'magiclink':
    case 'invite':
      return {
        title: t('Sign in to Cairn'),
        text: t('One click, and you are in.'),
        action: t('Sign In'),
        note: t('If you did not ask for this, close this page. Nothing will happen.'),
      }
    case 'email_change':
      return {
        title: t('Confirm your email address'),
        text: t('Your address changes once you have confirmed from both the old and the new one.'),
        action: t('Confirm email address'),
        note: t('If you did not ask for this, close this page. Your address stays as it is.'),
      }
    case 'undo':
      return {
        title: t('Was this not you?'),
        text: t(
          'One click ends all sessions of your account and undoes the changes. Then you set a new password.',
        ),
        action: t('Undo and set a new password'),
        note: t('If it was you, close this page. Everything stays as it is.'),
      }
    default:
      return {
        title: t('Confirm your email address'),
        text: t('One click, and your account is ready.'),
        action: t('Confirm email address'),
        note: t('If you did not sign up, close this page.'),
      }
  }
}

/** The advice about a link that does not work: `way` names the screen or form for it. */
export interface NewLinkWords {
  text: string
  way: 'resend' | 'forgot-password' | 'code' | 'sign-in'
}

export function newLinkWords(type: string, t: TFunction): NewLinkWords {
  switch (type) {
    case 'recovery':
      return {
        way: 'forgot-password',
        text: t('Links like this work once and for one hour. Request a new one.'),
      }
    case 'email':
    case 'magiclink':
    case 'invite':
      return {
        way: 'code',
        text: t(
          'Links work once and for a limited time. Request a new one, or sign in with your password. If you were invited, ask for another invitation.',
        ),
      }
    case 'undo':
      return {
        way: 'forgot-password',
        text: t(
          'Links like this work once and for three days. You can still set a new password, which ends all other sessions.',
        ),
      }
    case 'email_change':
      return {
        way: 'sign-in',
        text: t(
          'Links like this work once and for one day. Sign in to see your address or to change it again.',
        ),
      }
    default:
      return {
        way: 'resend',
        text: t(
          'Links work once and for a limited time. If you have already confirmed, sign in. Otherwise, request a new link or sign up again.',
        ),
      }
  }
}
