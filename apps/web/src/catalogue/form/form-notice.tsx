import { useTranslation } from 'react-i18next'

/** Something that the user of a form must know; read out as soon as it appears. */
export function FormNotice({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert" className="rounded-md border bg-muted/50 px-3 py-2.5 text-sm">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-muted-foreground">{text}</p>
    </div>
  )
}

/** Tells that the form shows again what the user entered before a reload, or before the session ended. */
export function DraftNotice() {
  const { t } = useTranslation()
  return <FormNotice title={t('We kept what you entered.')} text={t('It is not saved yet.')} />
}
