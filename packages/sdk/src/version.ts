import { version } from '../package.json'

/** The sdk version that areas' `requires.sdk` is compared with. */
export const sdkVersion: string = version
