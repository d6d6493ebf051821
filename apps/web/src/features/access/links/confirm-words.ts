import type { TFunction } from 'i18next'

/** What the page behind a mail link says before it is redeemed. */
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
        text: t('One press, and you can choose it.'),
        action: t('Continue'),
        note: t('If you did not ask for this, close this page: your password stays as it is.'),
      }
    case 'email':
    case 'magiclink':
    case 'invite':
      return {
        title: t('Sign in to Cairn'),
        text: t('One press, and you are in.'),
        action: t('Sign In'),
        note: t('If you did not ask for this, close this page: nothing happens.'),
      }
    case 'email_change':
      return {
        title: t('Confirm your email address'),
        text: t('It changes once your old and your new address have confirmed.'),
        action: t('Confirm email address'),
        note: t('If you did not ask for this, close this page: your address stays as it is.'),
      }
    case 'undo':
      return {
        title: t('It was not you?'),
        text: t(
          'One press ends all sessions of your account and undoes what was changed. You set a new password next.',
        ),
        action: t('Undo and set a new password'),
        note: t('If it was you, close this page: everything stays as it is.'),
      }
    default:
      return {
        title: t('Confirm your email address'),
        text: t('One press, and your account is ready.'),
        action: t('Confirm email address'),
        note: t('If you did not sign up, simply close this page.'),
      }
  }
}

/** What to do about a link that does not work: `way` names the screen or form for it. */
export interface NewLinkWords {
  text: string
  way: 'resend' | 'forgot-password' | 'code' | 'sign-in'
}

export function newLinkWords(type: string, t: TFunction): NewLinkWords {
  switch (type) {
    case 'recovery':
      return {
        way: 'forgot-password',
        text: t('Links work once, and this kind for an hour. Have a new one sent.'),
      }
    case 'email':
    case 'magiclink':
    case 'invite':
      return {
        way: 'code',
        text: t(
          'Links work once, and for a limited time. Have a new one sent, or sign in with your password. If you were invited, ask for another invitation.',
        ),
      }
    case 'undo':
      return {
        way: 'forgot-password',
        text: t(
          'Links work once, and this kind for three days. You can set a new password: it ends all other sessions.',
        ),
      }
    case 'email_change':
      return {
        way: 'sign-in',
        text: t('Links work once, and for a day. Sign in to see your address, and to change it again.'),
      }
    default:
      return {
        way: 'resend',
        text: t(
          'Links work once, and for a limited time. If you have confirmed already, just sign in. Otherwise have a new link sent, or sign up again.',
        ),
      }
  }
}
