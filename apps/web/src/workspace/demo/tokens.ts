import { demoApiTokens } from '@cairn/workspace/examples/tokens'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { TokensPart } from '@cairn/workspace/port/tokens'
import { loaded, notSaved } from './answers.ts'

const refused = () => notSaved(phrase('API tokens'))

/** Guests see two examples; they sign up to make a token. */
export const demoTokens: TokensPart = {
  all: () => loaded(demoApiTokens),
  make: refused,
  rotate: refused,
  revoke: refused,
  addServiceAccount: refused,
  changeServiceAccount: refused,
  giveServiceAccount: refused,
  deleteServiceAccount: refused,
  allowWithoutEnd: refused,
}
