/** Whether a changelog tells operators of a version: it has `## <version>`, with a date, and below it `### For operators`. */
export function tellsOperators(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`${version} – `)) ?? ''
  return (
    /^\d{4}-\d{2}-\d{2}\n/.test(section.slice(version.length + 3)) && /^### For operators$/m.test(section)
  )
}
