import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspaces.ts'
import { sizePage } from './ledger.ts'

writeFileSync(join(root, 'docs/size.md'), sizePage(root))
