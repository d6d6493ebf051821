import { expect, type Locator, type Page } from '@playwright/test'

// Everything that moves does so for some time: what is measured meanwhile says more about the machine than about Cairn.

/** For `test.use`: everything moves, as for users who have not asked their system for less. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Waits until nothing moves or changes its colour any more: the element, what stands in it and what it stands in. */
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
      // One that is cancelled, by another one that takes its place, ends as well.
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

/** Where an element stands, and how large it is, once it is at rest. */
export async function boxOf(element: Locator): Promise<Box> {
  // What is drawn anew in the very moment, as a list is when its code has come, has no place for an instant.
  for (;;) {
    await atRest(element)
    const box = await element.boundingBox()
    if (box !== null) return box
    await expect(element).toBeVisible()
  }
}

/** Lets every animation and transition of the page run so much slower that the test acts in the middle of it. */
export async function slowMotion(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
}
