import type { SceneKind } from '../images/scenery.ts';

/** Topics of feed posts. Sentences of one topic are independent, so that any few of them make a post. */
export interface Topic {
  category: string;
  titles: readonly string[];
  sentences: readonly string[];
  tags: readonly string[];
  emojis: readonly string[];
  scenes: readonly SceneKind[];
}

export const TOPICS: readonly Topic[] = [
  {
    category: 'Ẩm thực',
    titles: ['Bữa sáng đầu tuần', 'Quán quen đầu ngõ', 'Thử làm món mới', 'Ăn gì tối nay?', 'Góc bếp nhà mình'],
    sentences: [
      'Sáng nay dậy sớm ghé quán phở đầu ngõ, nước dùng trong veo mà ngọt đậm.',
      'Cuối cùng cũng nấu được nồi bún bò đúng vị mẹ hay làm.',
      'Quán bánh mì cạnh cơ quan vừa mở lại sau mấy tháng nghỉ, xếp hàng dài mà vẫn vui.',
      'Trời lạnh thế này chỉ thèm một bát cháo lòng nóng với mấy cọng hành.',
      'Lần đầu làm bánh xèo, chiếc đầu tiên rách tả tơi nhưng chiếc thứ năm thì giòn rụm.',
      'Cà phê trứng ở đây béo mà không ngấy, ngồi nhìn phố cả buổi chiều không chán.',
      'Hai đứa gọi một bàn ốc, tính ra chưa tới ba trăm nghìn mà no căng.',
      'Bí quyết là rim nhỏ lửa, đừng vội, thịt kho tự khắc lên màu cánh gián.',
      'Chợ sáng hôm nay có rau muống non, mua về xào tỏi là hết veo.',
      'Ai bảo ăn chay là nhạt? Đĩa gỏi ngó sen này làm mình đổi ý hoàn toàn.',
      'Chè bưởi cô Ba vẫn giữ nguyên vị của mười năm trước.',
      'Mẹ gửi lên một thùng đồ ăn, mở ra thấy cả hũ mắm ruốc gói kỹ ba lớp.',
    ],
    tags: ['#anngon', '#monviet', '#bepnha'],
    emojis: ['🍜', '☕', '😋'],
    scenes: ['lanterns', 'river'],
  },
  {
    category: 'Đời sống',
    titles: ['Một ngày bình thường', 'Chuyện nhỏ hôm nay', 'Cuối tuần chậm lại', 'Viết cho mình', 'Sài Gòn mưa'],
    sentences: [
      'Mưa từ chiều tới giờ chưa tạnh, ngồi nghe mái tôn mà nhớ nhà.',
      'Hôm nay mất điện hai tiếng, cả xóm kéo ra đầu hẻm ngồi nói chuyện như ngày xưa.',
      'Dọn lại căn phòng, bỏ đi được ba bao đồ, thấy đầu óc nhẹ hẳn.',
      'Bác bảo vệ ở chung cư nhớ tên từng đứa trẻ, sáng nào cũng chào.',
      'Kẹt xe một tiếng, nghe hết được nửa cuốn sách nói, coi như không lỗ.',
      'Tự nhiên gặp lại bạn cấp ba ở trạm xe buýt, hai đứa nói chuyện lỡ luôn hai chuyến.',
      'Tập dậy lúc năm giờ được mười ngày rồi, khó nhất là ba hôm đầu.',
      'Có những ngày chẳng làm gì to tát, tưới mấy chậu cây rồi đọc vài trang sách là đủ.',
      'Chị hàng xóm gửi cho túi xoài nhà trồng, ngọt lịm.',
      'Hoàng hôn nay đỏ rực, ai đi đường cũng dừng lại chụp một tấm.',
      'Lần đầu đi hiến máu, hơi run nhưng xong rồi thấy vui cả ngày.',
      'Bà ngoại gọi điện chỉ để hỏi ăn cơm chưa.',
    ],
    tags: ['#nhatky', '#cuocsong', '#binhyen'],
    emojis: ['🌿', '☕', '😊', '✨'],
    scenes: ['city', 'lake', 'river'],
  },
  {
    category: 'Thể thao',
    titles: ['Chạy bộ sáng nay', 'Đội nhà thắng rồi!', 'Mục tiêu tháng này', 'Đạp xe cuối tuần'],
    sentences: [
      'Mười cây số đầu tiên dưới một tiếng, chân mỏi mà lòng vui.',
      'Sáng nay chạy quanh hồ gặp cả hội cùng áo cam, chào nhau như quen từ lâu.',
      'Trận tối qua xem đến phút bù giờ mới dám thở.',
      'Đạp xe sáu mươi cây số đi về, tới nơi ăn tô bún cá là hết mệt.',
      'Đăng ký giải bán marathon rồi, còn tám tuần để tập cho nghiêm túc.',
      'Chấn thương gối bắt nghỉ hai tuần, ngồi nhìn giày mà sốt ruột.',
      'Cầu lông tối thứ ba thiếu một người, bạn nào gần Cầu Giấy qua đánh cho vui nhé.',
      'Bơi được hai mươi vòng không nghỉ, đầu năm mình còn chưa biết bơi.',
      'Huấn luyện viên bảo tập ít mà đều, đừng tập một hôm nghỉ cả tuần.',
    ],
    tags: ['#chaybo', '#thethao', '#suckhoe'],
    emojis: ['🏃', '💪', '🎉'],
    scenes: ['lake', 'city', 'beach'],
  },
  {
    category: 'Gia đình',
    titles: ['Con tập đi', 'Cả nhà mình', 'Sinh nhật mẹ', 'Chủ nhật ở nhà'],
    sentences: [
      'Con bé tự buộc được dây giày, chạy khắp nhà khoe từng người.',
      'Ba trồng giàn mướp sau nhà, trái đầu tiên đem cân hẳn hoi.',
      'Sinh nhật mẹ, mấy anh em về đủ, lâu lắm mới có bữa cơm tám người.',
      'Thằng út hỏi sao mặt trăng đi theo xe mình, cả nhà không ai trả lời được.',
      'Ông nội vẫn giữ chiếc radio cũ, chiều nào cũng nghe cải lương.',
      'Lần đầu để con tự đi mua bánh mì, mẹ đứng nấp sau gốc cây nhìn theo.',
      'Hai chị em giành nhau cái remote rồi cùng ngủ gục trên ghế.',
      'Vợ đi công tác ba ngày, hai bố con ăn mì hai ngày rưỡi.',
      'Nhà có thêm một em bé, từ nay giờ ngủ do em quyết định.',
    ],
    tags: ['#giadinh', '#nhalanoidetrove'],
    emojis: ['❤️', '😊', '🥰'],
    scenes: ['terraces', 'river', 'beach'],
  },
  {
    category: 'Công việc',
    titles: ['Ngày đầu đi làm', 'Dự án xong rồi', 'Học nghề mới', 'Chuyện văn phòng'],
    sentences: [
      'Ngày đầu ở chỗ làm mới, chưa nhớ hết tên ai nhưng đã biết chỗ pha cà phê.',
      'Sau bốn tháng cuối cùng dự án cũng bàn giao, cả nhóm rủ nhau đi ngủ bù.',
      'Khách khó nhất năm nay vừa gửi thư cảm ơn, đọc đi đọc lại ba lần.',
      'Mở được tiệm hoa nhỏ rồi mọi người ơi, ai đi ngang ghé chơi nhé.',
      'Họp từ sáng tới chiều, kết luận là mai họp tiếp.',
      'Làm việc ở nhà một tháng, người vui nhất là con mèo.',
      'Học thêm tiếng Nhật buổi tối, đi làm về mệt mà vào lớp lại tỉnh.',
      'Bạn thực tập sinh hỏi một câu mà cả phòng im lặng suy nghĩ.',
      'Nghỉ việc rồi, hơi sợ nhưng cũng háo hức.',
    ],
    tags: ['#congviec', '#khoinghiep'],
    emojis: ['☕', '💪', '🎉'],
    scenes: ['city', 'mountains'],
  },
  {
    category: 'Nhiếp ảnh',
    titles: ['Ánh sáng buổi sớm', 'Một cuộn phim', 'Săn mây', 'Góc phố quen'],
    sentences: [
      'Dậy từ bốn giờ để chờ đúng mười phút nắng đẹp nhất trong ngày.',
      'Cuộn phim quá hạn lên màu lạ mà mình lại thích nhất bộ này.',
      'Mây tràn qua đỉnh đèo, đứng run cầm cập vẫn cố bấm thêm vài tấm.',
      'Chụp phố đêm chỉ với một ống kính năm mươi, bước chân thay cho zoom.',
      'Không chỉnh màu, trời hôm đó đúng là tím như thế.',
      'Xin phép chụp một bác lái đò, bác cười hiền rồi mời uống nước.',
      'Cả buổi không được tấm nào ưng, tấm đẹp nhất lại là lúc cất máy ra về.',
    ],
    tags: ['#nhiepanh', '#film', '#vietnamdep'],
    emojis: ['📷', '✨'],
    scenes: ['mountains', 'bay', 'lanterns', 'terraces', 'dunes', 'lake'],
  },
  {
    category: 'Sách và phim',
    titles: ['Đọc xong rồi', 'Phim tối qua', 'Giá sách nhỏ', 'Gợi ý sách tháng này'],
    sentences: [
      'Gấp sách lại mà vẫn chưa ra khỏi được câu chuyện.',
      'Phim chậm, ít lời, nhưng cảnh cuối làm cả rạp ngồi yên đến hết nhạc.',
      'Tìm được bản in năm 1989 ở tiệm sách cũ, giấy vàng thơm mùi nắng.',
      'Mỗi tối đọc cho con mười trang, giờ con đọc ngược lại cho mình nghe.',
      'Ai có cuốn nào nói về biển thì giới thiệu mình với.',
      'Xem lại bộ phim hồi bé, hóa ra ngày đó mình chưa hiểu gì cả.',
      'Năm nay đặt mục tiêu hai mươi tư cuốn, mới tháng này đã được mười chín.',
    ],
    tags: ['#docsach', '#phimhay'],
    emojis: ['📚', '☕', '🎬'],
    scenes: ['lake', 'lanterns'],
  },
  {
    category: 'Thú cưng',
    titles: ['Boss nhà mình', 'Nhận nuôi', 'Cún đi lạc đã về'],
    sentences: [
      'Con mèo chiếm luôn cái ghế mới mua, mình ngồi đất làm việc.',
      'Nhặt được một bé chó nhỏ ngoài chợ, tắm xong mới biết lông màu trắng.',
      'Bé vàng nhà mình đi lạc hai hôm, sáng nay tự về đứng trước cổng.',
      'Ba bé mèo con hai tháng tuổi tìm nhà mới, biết dùng cát, rất quấn người.',
      'Đi làm về mở cửa, nó nhìn một cái rồi quay đi ngủ tiếp.',
      'Cả nhà tập cho nó bắt tay, rốt cuộc nó tập cho cả nhà phát đồ ăn.',
    ],
    tags: ['#thucung', '#meocon', '#choconde'],
    emojis: ['🐱', '🐶', '❤️'],
    scenes: ['lake', 'beach'],
  },
];

export const OPENINGS = [
  'Khoe với mọi người chút: ',
  'Nói thật là ',
  'Ghi lại để nhớ. ',
  'Mọi người ơi, ',
  'Lâu rồi mới viết. ',
];
export const CLOSINGS = [
  'Chúc cả nhà một ngày vui.',
  'Còn bạn thì sao?',
  'Hẹn mọi người bài sau nhé.',
  'Ai giống mình không?',
  'Thế là đủ cho hôm nay.',
  'Cảm ơn mọi người đã đọc đến đây.',
  'Mai lại kể tiếp.',
];
