import { defineShellBuild } from '@mms/build'

export default defineShellBuild()
