/* Chakra's layout and text primitives, as they are. */
export {
  Box,
  Center,
  Container,
  Flex,
  Grid,
  GridItem,
  Heading,
  HStack,
  Link as TextLink,
  Separator,
  SimpleGrid,
  Spacer,
  Stack,
  Text,
  VisuallyHidden,
  VStack,
  Wrap,
} from '@chakra-ui/react'

/* The few icons of the suite: each an svg that takes `size`, `color` and `aria-hidden`. */
export {
  CalendarClock as ExpiryIcon,
  CalendarX as ExpiredIcon,
  ChartColumn as ChartIcon,
  ChevronDown as ChevronDownIcon,
  ChevronLeft as ChevronLeftIcon,
  ChevronRight as ChevronRightIcon,
  CircleAlert as AlertIcon,
  CircleCheck as SuccessIcon,
  CircleUser as UserIcon,
  Clock as ClockIcon,
  Database as DatabaseIcon,
  Info as InfoIcon,
  KeyRound as KeyIcon,
  LayoutDashboard as DashboardIcon,
  LogOut as LogOutIcon,
  Menu as MenuIcon,
  Monitor as MonitorIcon,
  Moon as MoonIcon,
  Pencil as EditIcon,
  Pill as PillIcon,
  Plus as PlusIcon,
  ReceiptIndianRupee as ReceiptIcon,
  RotateCw as RetryIcon,
  Search as SearchIcon,
  Settings as SettingsIcon,
  Sun as SunIcon,
  Trash2 as DeleteIcon,
  TriangleAlert as WarningIcon,
  Undo2 as UndoIcon,
  Users as UsersIcon,
  WifiOff as OfflineIcon,
  X as CloseIcon,
} from 'lucide-react'

export { Button, type ButtonProps, IconButton } from './actions/buttons.tsx'
export { Chart } from './charts/chart.tsx'
export { type ChartPicture, chartPictures } from './charts/chart-pictures.ts'
export type { ChartProps } from './charts/chart-props.ts'
export { Alert, type AlertProps, ProblemCard, type ProblemCardProps } from './feedback/alert.tsx'
export { Badge, type BadgeProps } from './feedback/badge.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx'
export { PageLoader, Skeleton, Spinner, TableSkeleton } from './feedback/loading.tsx'
export { type ToastKind, toast } from './feedback/toast.ts'
export { CheckboxField, type CheckboxFieldProps } from './fields/checkbox-field.tsx'
export { ComboboxField } from './fields/combobox-field.tsx'
export type { ComboboxFieldProps } from './fields/combobox-options.ts'
export { DateField } from './fields/date-field.tsx'
export type { FieldFrameProps } from './fields/field-frame.tsx'
export { PasswordField } from './fields/password-field.tsx'
export type { Question, Refusal } from './fields/question.ts'
export { SelectField } from './fields/select-field.tsx'
export {
  NumberField,
  type NumberFieldProps,
  TextField,
  type TextFieldProps,
} from './fields/text-field.tsx'
export { typeAhead } from './fields/type-ahead.ts'
export { formatCount, formatDate, formatInstant, formatRupees, setTimeZone } from './format.ts'
export { EditList, type EditListProps, RestoredAlert } from './forms/edit-list.tsx'
export { FormActions, type FormActionsProps } from './forms/form-actions.tsx'
export { LeaveDialog, type LeaveDialogProps } from './forms/leave-dialog.tsx'
export { SaveFailureAlert, SaveNotice } from './forms/save-notice.tsx'
export { Instant } from './instant.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx'
export { Dialog, type DialogProps } from './overlays/dialog.tsx'
export { Menu, MenuItem, type MenuItemProps } from './overlays/menu.tsx'
export { Card, type CardProps } from './pages/card.tsx'
export { FilterBar, type FilterBarProps } from './pages/filter-bar.tsx'
export { FilterFold, type FilterFoldProps } from './pages/filter-fold.tsx'
export { PageHeader } from './pages/page-header.tsx'
export { PrintNote } from './pages/print-note.tsx'
export { StatCard, type StatCardProps } from './pages/stat-card.tsx'
export { type Column, DataTable, type DataTableProps } from './tables/data-table.tsx'
export { ListRegion, type ListRegionProps, type ListView } from './tables/list-region.tsx'
export { Pager, type PagerProps } from './tables/pager.tsx'
export { useFocusOnNewRows } from './tables/use-focus-on-new-rows.ts'
export { type ColorMode, type ColorModeChoice, setColorMode, useColorMode } from './theme/color-mode.ts'
export { ColorModeToggle } from './theme/color-mode-toggle.tsx'
export { UiProvider } from './theme/ui-provider.tsx'
