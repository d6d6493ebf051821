import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Of two that set the same property nobody can tell which one counts: what a part looks like by
 * itself is written with `base:`, and gives way to what it is given.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
