import { expect, type Locator, type Page } from '@playwright/test'

// All motion takes some time: a measurement meanwhile says more about the machine than about Cairn.

/** For `test.use`: all motion runs, as for users who have not asked their system for less. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Waits until the element, its content and its parents do not move or change their color any more. */
export async function atRest(element: Locator): Promise<void> {
  await element.evaluate(async (found) => {
    const movements = () =>
      found.ownerDocument.getAnimations().filter(({ effect }) => {
        // A spinner never ends.
        if (effect === null || effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY) return false
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return target !== null && (target.contains(found) || found.contains(target))
      })
    for (let running = movements(); running.length > 0; running = movements()) {
      // An animation that another one cancels and replaces ends as well.
      await Promise.allSettled(running.map(({ finished }) => finished))
    }
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the place and the size of an element, once it is at rest. */
export async function boxOf(element: Locator): Promise<Box> {
  // An element that is drawn again at this moment, as a list is when its code has loaded, has no box for an instant.
  for (;;) {
    await atRest(element)
    const box = await element.boundingBox()
    if (box !== null) return box
    await expect(element).toBeVisible()
  }
}

/** Slows every animation and transition of the page down, so that the test acts in the middle of it. */
export async function slowMotion(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
}
