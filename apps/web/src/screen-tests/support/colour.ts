import type { Locator } from 'vitest/browser'

interface Colour {
  red: number
  green: number
  blue: number
  alpha: number
}

/** A colour of an element as the eye gets it, each part from 0 to 255. */
export function colourOf(found: Locator, property: string): Colour {
  const canvas = document.createElement('canvas').getContext('2d')
  if (canvas === null) throw new Error('This browser draws nothing.')
  canvas.fillStyle = getComputedStyle(found.element()).getPropertyValue(property)
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
  return { red, green, blue, alpha }
}

export function isReddish({ red, green, blue }: Colour): boolean {
  return red > 1.5 * Math.max(green, blue)
}
