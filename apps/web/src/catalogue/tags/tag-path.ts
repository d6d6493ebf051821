/** The address of a catalogue's records with a tag. */
export function pathOfTag(path: string, id: string): string {
  return `${path}?${new URLSearchParams({ where: `tags.is.${id}` })}`
}
