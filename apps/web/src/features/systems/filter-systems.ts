import type { System } from '@/workspace/port/systems.ts'

/** The systems whose name or description contains the text, in any capitals. A blank text keeps all. */
export function filterSystems(systems: readonly System[], text: string): readonly System[] {
  const sought = text.trim().toLocaleLowerCase()
  if (sought === '') return systems
  return systems.filter(({ name, description }) =>
    [name, description].some((words) => words.toLocaleLowerCase().includes(sought)),
  )
}
