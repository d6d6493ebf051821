import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { Me } from '@cairn/workspace/port/workspace'
import { hasRank, offered } from '@cairn/workspace/rules/can'

const WELCOME_STEPS = ['name', 'products', 'people'] as const
export type WelcomeStep = (typeof WELCOME_STEPS)[number]

export const STEP_TITLES: Readonly<Record<WelcomeStep, Phrase>> = {
  name: phrase('Name and logo'),
  products: phrase('What you use'),
  people: phrase('Invite people'),
}

/** The steps that a user may take: all of them for an admin, none for a viewer. */
export function stepsOf(me: Me): readonly WelcomeStep[] {
  const may: Record<WelcomeStep, boolean> = {
    name: offered(me, 'change-appearance', null).allowed,
    products: offered(me, 'create-record', null).allowed,
    people: me.account !== null && hasRank(me.permissionLevel, 'admin'),
  }
  return WELCOME_STEPS.filter((step) => may[step])
}

/** The step in the address, as far as the user may take it; otherwise the first. Null where there is none. */
export function stepOf(params: URLSearchParams, steps: readonly WelcomeStep[]): WelcomeStep | null {
  return steps.find((step) => step === params.get('step')) ?? steps[0] ?? null
}

export function welcomePath(step: WelcomeStep): string {
  return `/welcome?step=${step}`
}
