-- What is alike in accounts of one person (docs/decisions/053). No IP and no device is stored for it: these are the sign-ins and
-- sessions that are kept anyway.

-- A name without case, diacritics, digits, blanks and punctuation: 'Trang.Shop 02' and 'Tráng shop' are 'trangshop'.
create function name_key(username text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(fold_for_search(username), '[ -@[-`{-~]', '', 'g');

-- The letters of an e-mail before '@' and '+': 'Trang.Shop02+a@x.vn' is 'trangshop'.
create function email_key(email text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(split_part(split_part(fold_for_search(email), '@', 1), '+', 1), '[ -@[-`{-~]', '', 'g');

-- The network of an IP: of IPv4 the first three numbers, of IPv6 the first four groups. Never fails, whatever the text.
create function ip_network(ip text) returns text
  language sql immutable strict parallel safe
  return case when strpos(ip, ':') = 0 then regexp_replace(ip, '\.[0-9]+$', '')
    else array_to_string((string_to_array(ip, ':'))[1:4], ':') end;
