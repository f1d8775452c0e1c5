import { sdkVersion } from '@mms/sdk/host'
import { version as uiVersion } from '@mms/ui/package.json'
import { version as react } from 'react'

export const presentVersions = { sdk: sdkVersion, ui: uiVersion, react }
