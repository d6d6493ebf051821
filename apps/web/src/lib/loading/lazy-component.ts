import { type ComponentType, createElement, use } from 'react'
import { type Lazy, lazy } from './lazy.ts'

/** A component that is split out of the first load, with functions to fetch it ahead of time. */
export interface LazyComponent<Props = object> extends Pick<Lazy<unknown>, 'load' | 'preload'> {
  /** Whether its code is loaded: drawing it will not suspend. */
  isPresent: () => boolean
  /** Suspends while its code is loaded; throws `CodeMissing` where that fails. Unlike React's `lazy`, it can try again. */
  Component: ComponentType<Props>
}

/**
 * @param load imports the code: `() => import('./x.tsx')`
 * @param pick takes the component out of it: `(code) => code.X`
 */
export function lazyComponent<Code, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => ComponentType<Props>,
): LazyComponent<Props> {
  const { drawn, present, ...others } = lazy(async () => pick(await load()))
  // Suspending, even for a moment, delays the content by 300 ms: code that is loaded already does not suspend.
  return {
    Component: (props) => createElement(present()?.value ?? use(drawn()), props),
    isPresent: () => present() !== null,
    load: others.load,
    preload: others.preload,
  }
}
