export {
  Box,
  Center,
  Flex,
  Grid,
  GridItem,
  Heading,
  Link as TextLink,
  Separator,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react'

/* Icons accept `size`, `color` and `aria-hidden`. */
export {
  CalendarClock as ExpiryIcon,
  CalendarX as ExpiredIcon,
  ChartColumn as ChartIcon,
  CircleAlert as AlertIcon,
  CircleCheck as SuccessIcon,
  CircleUser as UserIcon,
  Database as DatabaseIcon,
  Info as InfoIcon,
  KeyRound as KeyIcon,
  LayoutDashboard as DashboardIcon,
  LogOut as LogOutIcon,
  Menu as MenuIcon,
  Pencil as EditIcon,
  Pill as PillIcon,
  Plus as PlusIcon,
  ReceiptIndianRupee as ReceiptIcon,
  RotateCw as RetryIcon,
  Search as SearchIcon,
  Settings as SettingsIcon,
  Trash2 as DeleteIcon,
  TriangleAlert as WarningIcon,
  Undo2 as UndoIcon,
  WifiOff as OfflineIcon,
  X as CloseIcon,
} from 'lucide-react'

export { Button, IconButton } from './actions/buttons.tsx'
export { Chart } from './charts/chart.tsx'
export { Alert, ProblemCard } from './feedback/alert.tsx'
export { Badge } from './feedback/badge.tsx'
export { EmptyState } from './feedback/empty-state.tsx'
export { PageLoader, Skeleton, Spinner, TableSkeleton } from './feedback/loading.tsx'
export { toast } from './feedback/toast.ts'
export { CheckboxField } from './fields/checkbox-field.tsx'
export { ChoiceField, choiceColors } from './fields/choice-field.tsx'
export { ComboboxField } from './fields/combobox-field.tsx'
export { useOwnRef } from './fields/field-frame.tsx'
export { PasswordField } from './fields/password-field.tsx'
export { SelectField } from './fields/select-field.tsx'
export { NumberField, TextField } from './fields/text-field.tsx'
export type { Question, Refusal } from './fields/use-combobox.ts'
export { useSeen } from './fields/use-seen.ts'
export { formatCount, formatDate, formatInstant, formatRupees, setTimeZone } from './format/format.ts'
export { Instant } from './format/instant.tsx'
export {
  EditList,
  FormActions,
  LeaveDialog,
  RestoredAlert,
  SaveFailureAlert,
  SaveNotice,
} from './forms/form-parts.tsx'
export { ConfirmDialog } from './overlays/confirm-dialog.tsx'
export { Dialog } from './overlays/dialog.tsx'
export { Menu, MenuItem } from './overlays/menu.tsx'
export { Card } from './pages/card.tsx'
export { FilterBar } from './pages/filter-bar.tsx'
export { PageHeader } from './pages/page-header.tsx'
export { PageTabs } from './pages/page-tabs.tsx'
export { PrintNote } from './pages/print-note.tsx'
export { StatCard } from './pages/stat-card.tsx'
export { type Column, DataTable } from './tables/data-table.tsx'
export { ListRegion } from './tables/list-region.tsx'
export { ColorModeToggle } from './theme/color-mode-toggle.tsx'
export { UiProvider } from './theme/ui-provider.tsx'
