import { type ComponentType, createElement, use } from 'react'
import { type Loadable, loadable } from './loadable.ts'

/** A component that is split out of the first load, with the way to fetch it ahead of time. */
export interface Part<Props = object> extends Pick<Loadable<unknown>, 'preload'> {
  /** Its code is here: drawing it will not suspend. */
  isPresent: () => boolean
  /** Suspends while its code is loaded; throws `PartMissing` where that fails. Unlike `lazy`, it can try again. */
  Component: ComponentType<Props>
}

export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  const { loaded, present, preload } = loadable(load)
  // What suspends, even for a moment, is kept from the screen for 300 ms: code that is there already does not.
  return {
    Component: (props) => createElement(present()?.value ?? use(loaded()), props),
    isPresent: () => present() !== null,
    preload,
  }
}
