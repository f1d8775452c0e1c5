import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspaces.ts'
import { listFile, writeSettings } from './list.ts'

writeFileSync(join(root, listFile), await writeSettings(root))
