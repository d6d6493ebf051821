import { inject } from 'vitest'
import { sendAs } from '../send-as.ts'

const installed = inject('dataInstallation')
const PLAN = /^application\/vnd\.pgrst\.plan/

/**
 * The suite's client sends no key, because its server asks for none. Here it is one of somebody who has signed in;
 * plans are for the operator's key.
 */
if (installed !== null) {
  const { origin, publishableKey, serviceKey, accessToken } = installed
  sendAs((url, headers) => {
    if (url.origin !== origin) return
    const isOperator = PLAN.test(headers.get('accept') ?? '')
    headers.set('apikey', isOperator ? serviceKey : publishableKey)
    headers.set('authorization', `Bearer ${isOperator ? serviceKey : accessToken}`)
  })
}
