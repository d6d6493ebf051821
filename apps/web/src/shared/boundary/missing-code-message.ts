import type { TFunction } from 'i18next'

/** Whether the server answers this page: then a missing file belongs to an older build. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}

/** Returns the message for a part that could not be loaded, with the advice what to do. */
export function missingCodeMessage(isUpdated: boolean, t: TFunction): string {
  return isUpdated
    ? t('Cairn has been updated. Reload the page to continue.')
    : t('The server cannot be reached. This will work again once it can.')
}
