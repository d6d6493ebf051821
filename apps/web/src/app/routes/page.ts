import { type ComponentType, lazy } from 'react'

/** A screen that is split out of the first load, with the way to fetch it ahead of time. */
export interface Page {
  Component: ComponentType
  preload: () => void
}

export function page(load: () => Promise<ComponentType>): Page {
  return {
    Component: lazy(async () => ({ default: await load() })),
    // A failure is ignored here: drawing the screen meets it again, and shows it.
    preload: () => void load().catch(() => undefined),
  }
}
