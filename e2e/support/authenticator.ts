import type { Page } from '@playwright/test'

/** A device that keeps keys, as Chromium simulates it. */
export interface Device {
  /** Whether its owner says yes to whatever is asked from now on; otherwise they do not answer. */
  agree(always: boolean): Promise<void>
  unplug(): Promise<void>
}

/** A device with a fingerprint reader, or a key to be plugged in that asks for its PIN. Its owner always says yes. */
export async function plugIn(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Device> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    agree: async (enabled) => {
      await devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    unplug: async () => {
      await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
