import { type ComponentType, createElement, use } from 'react'
import { lazy } from './lazy.ts'

/** A component whose code is a file of its own: a screen. */
export interface LazyComponent<Props = object> {
  /** Suspends while its file is loaded; throws `FileMissing` where that fails. */
  Component: ComponentType<Props>
  /** Loads its file ahead of time. A failure is ignored here: the first use meets it again, and tells it. */
  preload: () => void
}

/**
 * @param load imports the code: `() => import('./x.tsx')`
 * @param pick takes the component out of it: `(code) => code.X`
 */
export function lazyComponent<Code, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => ComponentType<Props>,
): LazyComponent<Props> {
  const part = lazy(async () => pick(await load()))
  return {
    Component: (props) => createElement(use(part.drawn()), props),
    preload: () => void part.load().catch(() => undefined),
  }
}
