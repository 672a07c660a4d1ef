-- q01: how much was delivered, by the place of the line in its order
select ol_number, sum(ol_quantity) pieces, sum(ol_amount) amount, avg(ol_quantity) mean_pieces,
  avg(ol_amount) mean_amount, count(*) order_lines
from {order_line}
where ol_delivery_d > timestamp '2007-01-02 00:00:00'
group by ol_number
order by ol_number

-- q02: the European suppliers that have least in stock of an item
select su_suppkey, su_name, n_name, i_id, i_name, su_address, su_phone, su_comment
from {item}, {supplier}, {stock}, {nation}, {region},
  (select s_i_id least_item, min(s_quantity) least_quantity
   from {stock}, {supplier}, {nation}, {region}
   where mod(s_w_id * s_i_id, 10000) = su_suppkey and su_nationkey = n_nationkey
     and n_regionkey = r_regionkey and r_name like 'Europ%'
   group by s_i_id) l
where i_id = s_i_id and mod(s_w_id * s_i_id, 10000) = su_suppkey and su_nationkey = n_nationkey
  and n_regionkey = r_regionkey and i_data like '%b' and r_name like 'Europ%'
  and i_id = least_item and s_quantity = least_quantity
order by n_name, su_name, i_id

-- q03: undelivered orders by what they bring in
select ol_o_id, ol_w_id, ol_d_id, sum(ol_amount) revenue, o_entry_d
from {customer}, {new_order}, {orders}, {order_line}
where c_state like 'A%' and c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and no_w_id = o_w_id and no_d_id = o_d_id and no_o_id = o_id
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
  and o_entry_d > timestamp '2007-01-02 00:00:00'
group by ol_o_id, ol_w_id, ol_d_id, o_entry_d
order by revenue desc, o_entry_d

-- q04: orders with a line that was delivered after they were entered
select o_ol_cnt, count(*) orders_so_long
from {orders}
where o_entry_d >= timestamp '2007-01-02 00:00:00' and o_entry_d < timestamp '2100-01-02 00:00:00'
  and exists (select 1 from {order_line}
    where ol_o_id = o_id and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_delivery_d >= o_entry_d)
group by o_ol_cnt
order by o_ol_cnt

-- q05: what European nations sell to themselves
select n_name, sum(ol_amount) revenue
from {customer}, {orders}, {order_line}, {stock}, {supplier}, {nation}, {region}
where c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and ol_o_id = o_id and ol_w_id = o_w_id and ol_d_id = o_d_id
  and ol_w_id = s_w_id and ol_i_id = s_i_id and mod(s_w_id * s_i_id, 10000) = su_suppkey
  and ascii(substr(c_state, 1, 1)) = su_nationkey and su_nationkey = n_nationkey
  and n_regionkey = r_regionkey and r_name = 'Europe'
  and o_entry_d >= timestamp '2007-01-02 00:00:00'
group by n_name
order by revenue desc

-- q06: what was delivered of a range of quantities
select sum(ol_amount) revenue
from {order_line}
where ol_delivery_d >= timestamp '1999-01-01 00:00:00'
  and ol_delivery_d < timestamp '2100-01-01 00:00:00' and ol_quantity between 1 and 100000

-- q07: trade between two nations by year
select su_nationkey, substr(c_state, 1, 1) customers_nation, extract(year from o_entry_d) in_year,
  sum(ol_amount) revenue
from {supplier}, {stock}, {order_line}, {orders}, {customer}, {nation} n1, {nation} n2
where ol_supply_w_id = s_w_id and ol_i_id = s_i_id and mod(s_w_id * s_i_id, 10000) = su_suppkey
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
  and c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and su_nationkey = n1.n_nationkey and ascii(substr(c_state, 1, 1)) = n2.n_nationkey
  and ((n1.n_name = 'Germany' and n2.n_name = 'Cambodia')
    or (n1.n_name = 'Cambodia' and n2.n_name = 'Germany'))
  and ol_delivery_d between timestamp '2007-01-02 00:00:00' and timestamp '2100-01-02 00:00:00'
group by su_nationkey, substr(c_state, 1, 1), extract(year from o_entry_d)
order by su_nationkey, customers_nation, in_year

-- q08: a nation's share of what Europeans buy, by year
select extract(year from o_entry_d) in_year,
  sum(case when n2.n_name = 'Germany' then ol_amount else 0 end) / nullif(sum(ol_amount), 0)
    market_share
from {item}, {supplier}, {stock}, {order_line}, {orders}, {customer}, {nation} n1, {nation} n2,
  {region}
where i_id = s_i_id and ol_i_id = s_i_id and ol_supply_w_id = s_w_id
  and mod(s_w_id * s_i_id, 10000) = su_suppkey
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
  and c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and n1.n_nationkey = ascii(substr(c_state, 1, 1)) and n1.n_regionkey = r_regionkey
  and ol_i_id < 1000 and r_name = 'Europe' and su_nationkey = n2.n_nationkey
  and o_entry_d between timestamp '2007-01-02 00:00:00' and timestamp '2100-01-02 00:00:00'
  and i_data like '%b'
group by extract(year from o_entry_d)
order by in_year

-- q09: what some items bring in, by the supplier's nation and year
select n_name, extract(year from o_entry_d) in_year, sum(ol_amount) profit
from {item}, {stock}, {supplier}, {order_line}, {orders}, {nation}
where ol_i_id = s_i_id and ol_supply_w_id = s_w_id and mod(s_w_id * s_i_id, 10000) = su_suppkey
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
  and ol_i_id = i_id and su_nationkey = n_nationkey and i_data like '%BB'
group by n_name, extract(year from o_entry_d)
order by n_name, in_year desc

-- q10: customers by what they have received
select c_id, c_last, sum(ol_amount) revenue, c_city, c_phone, n_name
from {customer}, {orders}, {order_line}, {nation}
where c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
  and o_entry_d >= timestamp '2007-01-02 00:00:00' and o_entry_d <= ol_delivery_d
  and n_nationkey = ascii(substr(c_state, 1, 1))
group by c_id, c_last, c_city, c_phone, n_name
order by revenue desc

-- q11: the items of a nation's suppliers that are ordered most
select s_i_id, sum(s_order_cnt) times_ordered
from {stock}, {supplier}, {nation}
where mod(s_w_id * s_i_id, 10000) = su_suppkey and su_nationkey = n_nationkey
  and n_name = 'Germany'
group by s_i_id
having sum(s_order_cnt) > (select sum(s_order_cnt) * 0.005 from {stock}, {supplier}, {nation}
  where mod(s_w_id * s_i_id, 10000) = su_suppkey and su_nationkey = n_nationkey
    and n_name = 'Germany')
order by times_ordered desc

-- q12: delivered lines by carrier and size of order
select o_ol_cnt, sum(case when o_carrier_id in (1, 2) then 1 else 0 end) high_lines,
  sum(case when o_carrier_id not in (1, 2) then 1 else 0 end) low_lines
from {orders}, {order_line}
where ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id and o_entry_d <= ol_delivery_d
  and ol_delivery_d < timestamp '2100-01-01 00:00:00'
group by o_ol_cnt
order by o_ol_cnt

-- q13: how many customers have how many orders of some carriers
select orders_of_one, count(*) customers
from (select c_w_id, c_d_id, c_id, count(o_id) orders_of_one
  from {customer} left join {orders}
    on c_w_id = o_w_id and c_d_id = o_d_id and c_id = o_c_id and o_carrier_id > 8
  group by c_w_id, c_d_id, c_id) c
group by orders_of_one
order by customers desc, orders_of_one desc

-- q14: the percentage that promoted items bring in
select 100.00 * sum(case when i_data like 'PR%' then ol_amount else 0 end) / (1 + sum(ol_amount))
  promoted
from {order_line}, {item}
where ol_i_id = i_id and ol_delivery_d >= timestamp '2007-01-02 00:00:00'
  and ol_delivery_d < timestamp '2100-01-02 00:00:00'

-- q15: the supplier that brings in most
select su_suppkey, su_name, su_address, su_phone, revenue
from {supplier}, (select mod(s_w_id * s_i_id, 10000) supplier_no, sum(ol_amount) revenue
  from {order_line}, {stock}
  where ol_i_id = s_i_id and ol_supply_w_id = s_w_id
    and ol_delivery_d >= timestamp '2007-01-02 00:00:00'
  group by mod(s_w_id * s_i_id, 10000)) r
where su_suppkey = supplier_no and revenue = (select max(one) from (select sum(ol_amount) one
  from {order_line}, {stock}
  where ol_i_id = s_i_id and ol_supply_w_id = s_w_id
    and ol_delivery_d >= timestamp '2007-01-02 00:00:00'
  group by mod(s_w_id * s_i_id, 10000)) m)
order by su_suppkey

-- q16: how many good suppliers a kind of item has
select i_name, substr(i_data, 1, 3) brand, i_price,
  count(distinct mod(s_w_id * s_i_id, 10000)) suppliers
from {stock}, {item}
where i_id = s_i_id and i_data not like 'zz%' and mod(s_w_id * s_i_id, 10000) not in
  (select su_suppkey from {supplier} where su_comment like '%bad%')
group by i_name, substr(i_data, 1, 3), i_price
order by suppliers desc

-- q17: what is lost a year without small orders of an item
select sum(ol_amount) / 2.0 yearly
from {order_line}, (select i_id, avg(ol_quantity) mean_pieces from {item}, {order_line}
  where i_data like '%b' and ol_i_id = i_id
  group by i_id) t
where ol_i_id = t.i_id and ol_quantity < t.mean_pieces

-- q18: large orders
select c_last, c_id, o_id, o_entry_d, o_ol_cnt, sum(ol_amount) amount
from {customer}, {orders}, {order_line}
where c_id = o_c_id and c_w_id = o_w_id and c_d_id = o_d_id
  and ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id
group by o_id, o_w_id, o_d_id, c_id, c_last, o_entry_d, o_ol_cnt
having sum(ol_amount) > 200
order by amount desc, o_entry_d

-- q19: what some warehouses bring in by some items
select sum(ol_amount) revenue
from {order_line}, {item}
where ol_i_id = i_id and ol_quantity between 4 and 9 and i_price between 1 and 400000
  and ((i_data like '%a' and ol_w_id in (1, 2, 3))
    or (i_data like '%b' and ol_w_id in (1, 2, 4))
    or (i_data like '%c' and ol_w_id in (1, 5, 3)))

-- q20: a nation's suppliers that have a lot of an item
select su_name, su_address
from {supplier}, {nation}
where su_suppkey in (select mod(s_i_id * s_w_id, 10000)
    from {stock}, {item}, {order_line}
    where i_id = s_i_id and i_data like 'co%' and ol_i_id = s_i_id
      and ol_delivery_d > timestamp '2010-05-23 12:00:00'
    group by s_i_id, s_w_id, s_quantity
    having 2 * s_quantity > sum(ol_quantity))
  and su_nationkey = n_nationkey and n_name = 'Germany'
order by su_name

-- q21: a nation's suppliers that were last to deliver
select su_name, count(*) times_last
from {supplier}, {order_line} l1, {orders}, {stock}, {nation}
where l1.ol_o_id = o_id and l1.ol_w_id = o_w_id and l1.ol_d_id = o_d_id
  and l1.ol_w_id = s_w_id and l1.ol_i_id = s_i_id and mod(s_w_id * s_i_id, 10000) = su_suppkey
  and l1.ol_delivery_d > o_entry_d
  and not exists (select 1 from {order_line} l2 where l2.ol_o_id = l1.ol_o_id
    and l2.ol_w_id = l1.ol_w_id and l2.ol_d_id = l1.ol_d_id
    and l2.ol_delivery_d > l1.ol_delivery_d)
  and su_nationkey = n_nationkey and n_name = 'Germany'
group by su_name
order by times_last desc, su_name

-- q22: customers with money and without orders
select substr(c_state, 1, 1) country, count(*) customers, sum(c_balance) balance
from {customer}
where substr(c_phone, 1, 1) in ('1', '2', '3', '4', '5', '6', '7')
  and c_balance > (select avg(c_balance) from {customer}
    where c_balance > 0.00 and substr(c_phone, 1, 1) in ('1', '2', '3', '4', '5', '6', '7'))
  and not exists (select 1 from {orders}
    where o_c_id = c_id and o_w_id = c_w_id and o_d_id = c_d_id)
group by substr(c_state, 1, 1)
order by country
