import { useState } from 'react';
import { AppealedBadge, HarmlessNote, ReportsUnderWay } from '../entities/subject-marks.tsx';
import { BusyLine } from '../ui/busy-line.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { ConfirmMessage } from '../ui/confirm-message.tsx';
import { EditConflict } from '../ui/edit-conflict.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { InlineError } from '../ui/inline-error.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { LoadingNote, Skeleton } from '../ui/loading.tsx';
import { Modal } from '../ui/modal.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { ShortcutHelpButton } from '../ui/shortcut-help-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { Example } from './example.tsx';

const TONES = ['accent', 'amber', 'red'] as const;
const SIZES = ['md', 'lg', 'bar'] as const;
const nothing = () => undefined;
const never = () => new Promise<never>(nothing);
const LIST = {
  error: null,
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: never,
  fetchNextPage: never,
};
const LIST_TEXTS = { failed: 'ListEnd', loading: 'loading', more: 'more', end: 'end' };

function Dialogs() {
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (tone: 'default' | 'danger') =>
    void confirm({
      title: 'Xóa bài viết',
      message: (
        <ConfirmMessage question="Bạn có chắc muốn xóa bài viết của" name="Lan" consequence="Không thể khôi phục." />
      ),
      confirmLabel: 'Xóa',
      tone,
      run: () => new Promise((_resolve, reject) => setTimeout(reject, 1_000)),
      explain: () => 'Không thể xóa bài viết',
    });
  return (
    <Example title="Confirm, Modal, ShortcutHelpButton">
      <Button onClick={() => ask('default')}>confirm</Button>
      <Button onClick={() => ask('danger')}>confirm danger</Button>
      <Button onClick={() => setIsOpen(true)}>Modal</Button>
      <ShortcutHelpButton />
      {isOpen && (
        <Modal title="Modal" onDismiss={() => setIsOpen(false)}>
          <p>Một hộp thoại</p>
          <Button onClick={() => setIsOpen(false)}>Đóng</Button>
        </Modal>
      )}
    </Example>
  );
}

export function Messages() {
  return (
    <>
      <Example title="EditConflict">
        <EditConflict title="Vừa được quản trị viên khác đổi thành:" onSettle={nothing}>
          <p>Bản của người khác</p>
        </EditConflict>
      </Example>
      <Example title="Callout, HarmlessNote, AppealedBadge, ReportsUnderWay">
        {TONES.flatMap((tone) =>
          SIZES.map((size) => (
            <Callout key={tone + size} tone={tone} size={size}>
              {tone} {size}
            </Callout>
          )),
        )}
        <HarmlessNote found={{ at: '2026-11-23T03:15:00.000Z', by: 'Lan' }} />
        <AppealedBadge isAppealed />
        <ReportsUnderWay closing={99_500} updating={0} />
        <ReportsUnderWay closing={0} updating={99_500} />
      </Example>
      <Example title="EmptyState, ErrorState">
        <EmptyState title="EmptyState" hint="Một gợi ý" action={<Button>Thêm</Button>} />
        <ErrorState message="ErrorState" reason="Một lý do" onRetry={nothing} />
        <ErrorState message="retrying" onRetry={nothing} retrying />
      </Example>
      <Example title="InlineError">
        <InlineError message="InlineError" onRetry={nothing} retrying={false} />
        <InlineError message="retrying" onRetry={nothing} retrying />
      </Example>
      <Example title="ListEnd">
        {[
          {},
          { hasNextPage: false },
          { isFetchingNextPage: true },
          { error: new Error(), isFetchNextPageError: true },
        ].map((state, index) => (
          <ListEnd key={String(index)} list={{ ...LIST, ...state }} texts={LIST_TEXTS} />
        ))}
      </Example>
      <Example title="Skeleton, Spinner, LoadingNote, BusyLine">
        <Skeleton className="h-4 w-32" />
        <Skeleton round className="size-9" />
        <Spinner />
        <LoadingNote text="LoadingNote" />
        <div className="relative h-9 flex-1">
          <BusyLine busy />
        </div>
      </Example>
      <Example title="SelectionBar">
        <SelectionBar shows="bar" label="Hàng đã chọn" status="Đã chọn 3 hàng" onFocusLost={nothing}>
          <Button size="sm">Gỡ</Button>
        </SelectionBar>
      </Example>
      <Dialogs />
      <Example title="toast">
        <Button onClick={() => toast.success('Đã lưu')}>success</Button>
        <Button onClick={() => toast.error('Không thể lưu', { detail: 'Mất kết nối' })}>error</Button>
        <Button onClick={() => toast.info('Đã có bản mới', { action: { label: 'Xem', onClick: nothing } })}>
          info
        </Button>
      </Example>
    </>
  );
}
