import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'

interface FileButtonProps {
  /** The files that the browser's window offers: '.zip,application/zip'. */
  accept: string
  /** The id of what says why the last file was refused. */
  describedBy?: string | undefined
  onFile: (file: File) => void
}

/** Opens the browser's window for choosing a file. The same file can be chosen once more. */
export function FileButton({ accept, describedBy, onFile }: FileButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()} aria-describedby={describedBy}>
        {t('Choose a File')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={t('File')}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
