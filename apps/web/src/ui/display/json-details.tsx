interface JsonDetailsProps {
  label: string
  details: Readonly<Record<string, unknown>>
}

/** Whatever else is known about a record, as JSON; nothing where there is nothing. */
export function JsonDetails({ label, details }: JsonDetailsProps) {
  if (Object.keys(details).length === 0) return null
  return (
    <section>
      <h2 className="mb-1 text-muted-foreground text-xs">{label}</h2>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-muted/50 px-3 py-2.5 font-mono text-xs">
        {JSON.stringify(details, null, 2)}
      </pre>
    </section>
  )
}
