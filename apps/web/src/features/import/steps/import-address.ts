import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { STEPS, type Step } from './step-list.tsx'

/** The parameters in the address of the screen. */
export interface ImportAddress {
  step: Step
  plan: string | null
}

export function readAddress(params: URLSearchParams): ImportAddress {
  const plan = params.get('plan')
  const step = STEPS.find((each) => each === params.get('step')) ?? 'file'
  return {
    plan,
    step: plan === null ? step : 'check',
  }
}

export function importPath(kind: CatalogueKind, step: Step = 'file'): string {
  return step === 'file' ? `/import?kind=${kind}` : `/import?kind=${kind}&step=${step}`
}

export function planPath(kind: CatalogueKind, plan: string): string {
  return `/import?kind=${kind}&plan=${encodeURIComponent(plan)}`
}
